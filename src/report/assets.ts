/** The style and the script of a page, which the build makes. */
import { bundledFile } from '../bundled-files.ts';

export interface Assets {
  readonly style: string;
  readonly script: string;
}

export function readAssets(): Assets {
  return { style: bundledFile('report/page.css').toString(), script: bundledFile('report/page.js').toString() };
}
