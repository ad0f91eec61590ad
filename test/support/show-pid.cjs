// Preloaded into the program: says which process it is.
process.stderr.write(`pid ${process.pid}\n`);
