/** The text of a page, which the bundler puts into the program. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
