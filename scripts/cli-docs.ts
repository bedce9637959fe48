// Writes docs/cli.md from the command tree.
import { writeFileSync } from 'node:fs';
import { cliDocs } from '../src/cli/cli-docs.js';

writeFileSync(new URL('../docs/cli.md', import.meta.url), cliDocs());
