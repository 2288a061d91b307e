#!/usr/bin/env node
// The one static import: a Node that lacks what the program needs reads these two files, and no more.
import './check-node.mjs';

await import('./run-program.js');
