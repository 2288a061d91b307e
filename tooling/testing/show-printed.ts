import { showPrintedOnFailure } from './printed-on-failure.js';

// A vitest set-up file: vitest runs it for each test file, also where files share loaded modules.
showPrintedOnFailure();
