@echo off
rem The command line, from a clone: sets up and builds when needed, then runs `loadcast` in this process.
node "%~dp0tooling\run.mjs" loadcast %*
