/**
 * Writes what package managers read, into `release/manifests`: a formula for Homebrew, a manifest for Scoop, and the three files of winget.
 * It needs the archives, whose checksums are in them. Also writes the checksums of everything else.
 */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { stringify } from 'yaml';
import {
  archiveOf,
  description,
  downloadsFrom,
  license,
  nameOf,
  output,
  sha256,
  targets,
  version,
  writeChecksums,
} from './parts.mjs';

const from = downloadsFrom();
const home = from.replace(/\/releases\/.*/, '');
const [owner] = home.split('/').slice(-2);
/** Homebrew takes 80 characters. */
const [short] = description.split(':');
const urlOf = (target) => `${from}/${archiveOf(target)}`;
const missing = Object.keys(targets).filter((target) => !existsSync(join(output, archiveOf(target))));
if (missing.length > 0) {
  console.error(`error: ${missing.join(', ')} not made yet: npm run package:executables`);
  process.exit(1);
}

writeChecksums();
write('homebrew/rental.rb', formula());
write('scoop/rental.json', `${JSON.stringify(scoop(), null, 4)}\n`);
const schema = '1.10.0';
for (const [kind, content] of Object.entries(winget())) {
  const identifier = `${owner}.rental`;
  const type = kind === 'defaultLocale' ? 'locale.en-US' : kind;
  const common = { PackageIdentifier: identifier, PackageVersion: version };
  const file = { ...common, ...content, ManifestType: kind, ManifestVersion: schema };
  const header = `# yaml-language-server: $schema=https://aka.ms/winget-manifest.${kind}.${schema}.schema.json\n\n`;
  write(`winget/${identifier}${kind === 'version' ? '' : `.${type}`}.yaml`, header + stringify(file));
}

function write(file, text) {
  const path = join(output, 'manifests', file);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function formula() {
  const source = (target) => `      url "${urlOf(target)}"\n      sha256 "${sha256(join(output, archiveOf(target)))}"`;
  const system = (name, os) => `  on_${name} do
    on_arm do
${source(`${os}-arm64`)}
    end
    on_intel do
${source(`${os}-x64`)}
    end
  end`;
  return `class Rental < Formula
  desc "${short}"
  homepage "${home}"
  version "${version}"
  license "${license}"

${system('macos', 'darwin')}
${system('linux', 'linux')}

  def install
    # macOS ends programs without a signature on its own processors.
    system "/usr/bin/codesign", "--force", "--sign", "-", "rental" if OS.mac?
    bin.install "rental"
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/rental.bash" => "rental"
    zsh_completion.install "completions/_rental"
    fish_completion.install "completions/rental.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/rental --version")
    assert_match "Queenstown", shell_output("#{bin}/rental depots --sandbox")
  end
end
`;
}

function scoop() {
  const download = (url, extra) => ({ url, extract_dir: nameOf('win32-x64'), ...extra });
  const next = (text) => text.replaceAll(version, '$version');
  return {
    version,
    description,
    homepage: home,
    license,
    architecture: {
      '64bit': download(urlOf('win32-x64'), { hash: sha256(join(output, archiveOf('win32-x64'))) }),
    },
    bin: 'rental.exe',
    checkver: 'github',
    autoupdate: {
      architecture: {
        '64bit': { url: next(urlOf('win32-x64')), extract_dir: next(nameOf('win32-x64')) },
      },
      hash: { url: `${next(from)}/SHA256SUMS.txt` },
    },
  };
}

function winget() {
  return {
    version: { DefaultLocale: 'en-US' },
    installer: {
      InstallerType: 'zip',
      NestedInstallerType: 'portable',
      NestedInstallerFiles: [
        { RelativeFilePath: `${nameOf('win32-x64')}\\rental.exe`, PortableCommandAlias: 'rental' },
      ],
      Commands: ['rental'],
      Installers: [
        {
          Architecture: 'x64',
          InstallerUrl: urlOf('win32-x64'),
          InstallerSha256: sha256(join(output, archiveOf('win32-x64'))).toUpperCase(),
        },
      ],
    },
    defaultLocale: {
      PackageLocale: 'en-US',
      Publisher: 'The authors of rental',
      PublisherUrl: home,
      PackageName: 'rental',
      PackageUrl: home,
      License: license,
      LicenseUrl: `${home}/blob/v${version}/LICENSE`,
      ShortDescription: description,
      Moniker: 'rental',
      Tags: ['cli', 'rental', 'travel'],
      ReleaseNotesUrl: `${home}/releases/tag/v${version}`,
    },
  };
}
