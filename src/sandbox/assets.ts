/** The files of the documentation page: read only when somebody opens it. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Served as they are; the build copies them together with the licences. */
export const swaggerUiFiles = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
} as const;

export type SwaggerUiFile = keyof typeof swaggerUiFiles;

/** Undefined where neither the build nor an installed package has the file. */
export async function readSwaggerUi(file: SwaggerUiFile): Promise<Buffer | undefined> {
  for (const folder of folders()) {
    try {
      return await readFile(join(folder, file));
    } catch {
      // The next folder may have it.
    }
  }
  return undefined;
}

/** Chunks of the bundle lie flat in `dist`, beside the folder of the files; run from source, the package has them. */
function* folders(): Generator<string> {
  yield fileURLToPath(new URL('./swagger-ui/', import.meta.url));
  try {
    yield dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'));
  } catch {
    // Not installed: it is a package of development.
  }
}
