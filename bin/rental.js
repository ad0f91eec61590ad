#!/usr/bin/env node
import { main, systemIo } from '../dist/main.js';

process.exitCode = await main(process.argv.slice(2), systemIo());
