import { SeededRandom } from '../seeded-random.js';

const LINES_OF_FUNCTIONS = 105;
const MAX_DEPTH = 4;
const MAX_LOOPS = 2;

/**
 * One C source of about 120 lines with every kind of control flow gcov counts, the same for the same
 * number on every machine. Its one public function is `unsigned unitN(unsigned p, unsigned q)`; it
 * always ends, and nothing in it is undefined.
 */
export function cUnit(unit: number): string {
  return new CUnit(unit).text();
}

class CUnit {
  private readonly random: SeededRandom;
  private readonly lines: string[] = [];
  private depth = 0;
  private loops = 0;
  private names = 0;

  constructor(private readonly unit: number) {
    this.random = new SeededRandom(unit);
  }

  text(): string {
    this.line(`/* unit ${this.unit} */`);
    const functions: string[] = [];
    while (this.lines.length < LINES_OF_FUNCTIONS) functions.push(this.addFunction());
    this.addEntry(functions);
    return `${this.lines.join('\n')}\n`;
  }

  private addFunction(): string {
    const name = `part${this.unit}_${this.newName()}`;
    this.line('');
    this.inBraces(`static unsigned ${name}(unsigned p, unsigned q)`, () => {
      this.line(`unsigned x = ${this.random.below(100)};`);
      this.addStatements(this.random.between(4, 8));
      this.line('return x;');
    });
    return name;
  }

  /** Calls the others; some of them never. */
  private addEntry(functions: readonly string[]): void {
    this.line('');
    this.inBraces(`unsigned unit${this.unit}(unsigned p, unsigned q)`, () => {
      this.line('unsigned x = 0;');
      for (const name of functions) {
        const guard = this.random.chance(0.15) ? 'if (p > 1000) ' : '';
        this.line(`${guard}x += ${name}(p + ${this.random.below(9)}, q);`);
      }
      this.line('return x & 255;');
    });
  }

  private addStatements(count: number): void {
    for (let index = 0; index < count; index += 1) this.addStatement();
  }

  private addStatement(): void {
    const simple = [() => this.addAssignment(), () => this.addShortIf()];
    const nested = [() => this.addIf(), () => this.addSwitch(), () => this.addGuard()];
    const loops = [() => this.addFor(), () => this.addWhile(), () => this.addDo()];
    const isDeep = this.depth >= MAX_DEPTH;
    const isFull = this.lines.length > LINES_OF_FUNCTIONS;
    const choices = isDeep || isFull ? simple : [...simple, ...nested];
    if (!isDeep && !isFull && this.loops < MAX_LOOPS) choices.push(...loops);
    this.random.pick(choices)();
  }

  private addAssignment(): void {
    this.line(`x ${this.random.pick(['+=', '-=', '^='])} ${this.value()};`);
  }

  private addShortIf(): void {
    this.line(`if (${this.condition()}) x++; else x ^= ${this.random.below(64)};`);
  }

  private addIf(): void {
    this.inBraces(`if (${this.condition()})`, () => this.addStatements(this.random.between(1, 2)));
    if (this.random.chance(0.4)) {
      this.inBraces(`else if (${this.condition()})`, () => this.addStatements(1));
    }
    if (this.random.chance(0.5)) this.inBraces('else', () => this.addStatements(1));
  }

  private addSwitch(): void {
    this.inBraces(`switch ((x + q) % 8)`, () => {
      const count = this.random.between(2, 5);
      for (let label = 0; label < count; label += 1) {
        this.line(`case ${label}:`);
        this.addAssignment();
        if (this.random.chance(0.8)) this.line('break;');
      }
      this.line('default:');
      this.line('x--;');
    });
  }

  private addGuard(): void {
    this.line(`if (x > ${this.random.between(200, 4000)} && ${this.condition()})`);
    this.line(`  return ${this.value()};`);
  }

  private addFor(): void {
    const name = `i${this.newName()}`;
    const head = `for (unsigned ${name} = 0; ${name} < ${this.random.between(2, 6)}; ${name}++)`;
    this.inLoop(head, () => {
      this.addStatements(this.random.between(1, 2));
      if (this.random.chance(0.4)) {
        this.line(`if (${this.condition()})`);
        this.line(`  ${this.random.pick(['break', 'continue'])};`);
      }
    });
  }

  private addWhile(): void {
    const name = `n${this.newName()}`;
    this.line(`unsigned ${name} = ${this.random.between(1, 6)};`);
    this.line(`while (${name}-- > 0) x += ${this.value()};`);
  }

  private addDo(): void {
    this.line(`do x /= 2; while (x > ${this.random.between(20, 200)});`);
  }

  private value(depth = 0): string {
    const { random } = this;
    if (depth > 1 || random.chance(0.5)) {
      return random.pick(['p', 'q', 'x', String(random.between(1, 50))]);
    }
    const [a, b] = [this.value(depth + 1), this.value(depth + 1)];
    if (random.chance(0.25)) return `(${this.condition(2)} ? ${a} : ${b})`;
    return `(${a} ${random.pick(['+', '-', '^', '&', '|'])} ${b})`;
  }

  private condition(depth = 0): string {
    const { random } = this;
    if (depth < 2 && random.chance(0.4)) {
      const [a, b] = [this.condition(depth + 1), this.condition(depth + 1)];
      return random.chance(0.2) ? `!(${a})` : `(${a}) ${random.pick(['&&', '||'])} (${b})`;
    }
    const left = random.pick(['p', 'q', 'x', '(p & 7)', '(x & 15)']);
    return `${left} ${random.pick(['<', '>', '==', '!=', '<=', '>='])} ${random.below(16)}`;
  }

  private inLoop(head: string, body: () => void): void {
    this.loops += 1;
    this.inBraces(head, body);
    this.loops -= 1;
  }

  private inBraces(head: string, body: () => void): void {
    this.line(`${head} {`);
    this.depth += 1;
    body();
    this.depth -= 1;
    this.line('}');
  }

  private newName(): number {
    this.names += 1;
    return this.names;
  }

  private line(text: string): void {
    this.lines.push(text === '' ? '' : '  '.repeat(this.depth) + text);
  }
}
