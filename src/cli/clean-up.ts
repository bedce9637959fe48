/** Work that has to be done on every way out: close a link, flush a journal, leave a screen. */
export type CleanUpStep = () => void | Promise<void>;

const STEP_TIMEOUT_MS = 2_000;

/** The one clean-up path. Steps run newest first, each once, each bounded in time. */
export class CleanUp {
  private readonly steps: CleanUpStep[] = [];

  /** Adds a step; gives back the function that takes it out again. */
  add(step: CleanUpStep): () => void {
    this.steps.push(step);
    return () => {
      const index = this.steps.indexOf(step);
      if (index >= 0) this.steps.splice(index, 1);
    };
  }

  /** Runs what is left. Never rejects: a step that fails or hangs must not stop the others. */
  async run(): Promise<void> {
    for (let step = this.steps.pop(); step; step = this.steps.pop()) {
      let timer: NodeJS.Timeout | undefined;
      const bound = new Promise<void>((resolve) => {
        timer = setTimeout(resolve, STEP_TIMEOUT_MS);
      });
      await Promise.race([attempt(step), bound]);
      clearTimeout(timer);
    }
  }
}

async function attempt(step: CleanUpStep): Promise<void> {
  try {
    await step();
  } catch {
    // On the way out there is nobody left to tell.
  }
}
