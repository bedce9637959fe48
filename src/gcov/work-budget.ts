/** Steps that a branch kept in memory costs, so that the budget bounds memory too. */
export const BRANCH_STEPS = 20;

/**
 * Bounds the work spent on one untrusted file: a small file can describe graphs and line lists whose
 * counting would take hours.
 */
export class WorkBudget {
  constructor(
    private left: number,
    private readonly onSpent: () => Error,
  ) {}

  /** Takes `amount` steps off; throws the error given when nothing is left. */
  spend(amount: number): void {
    this.left -= amount;
    if (this.left < 0) throw this.onSpent();
  }
}
