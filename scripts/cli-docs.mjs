// Writes docs/cli.md from the command tree of the last build.
import { writeFileSync } from 'node:fs';
import { cliDocs } from '../dist/src/cli/cli-docs.js';

writeFileSync(new URL('../docs/cli.md', import.meta.url), cliDocs());
