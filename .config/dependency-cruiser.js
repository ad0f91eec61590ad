/** Read by npm run lint and .ci/run: finds circles among source files, type-only imports included. The linter holds the layers; this holds the files in them. */
export default {
  forbidden: [
    {
      name: 'no-circular',
      comment: 'Move what both files need into one of them, or into a file below both.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Type-only imports disappear when TypeScript compiles; look before that.
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
  },
};
