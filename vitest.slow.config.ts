import { defineConfig } from 'vitest/config';

// What takes minutes, or draws new random cases each time: `npm run test:slow`.
export default defineConfig({
  test: { include: ['tests/**/*.slow.ts'], pool: 'forks', maxWorkers: 1 },
});
