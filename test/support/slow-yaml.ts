/** YAML of less than 256 KiB that takes the parser far longer than a second: it compares each key with all before. */
export const slowYaml = Array.from({ length: 30_000 }, (_, index) => `${index}:\n`).join('');
