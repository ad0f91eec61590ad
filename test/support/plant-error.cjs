// test/package.test.ts preloads this into the installed program: the machine's clock fails, which the program does not expect.
Date.now = () => {
  throw new TypeError('planted');
};
