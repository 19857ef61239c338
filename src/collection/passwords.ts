/** The passwords of files that wait to be read: in memory, and nowhere else. */
export class Passwords {
  readonly #given = new Map<number, { readonly password: string; tried: boolean }>();

  give(job: number, password: string): void {
    this.#given.set(job, { password, tried: false });
  }

  /** The password for a job's file, which is then tried. */
  take(job: number): string | undefined {
    const given = this.#given.get(job);
    if (given) given.tried = true;
    return given?.password;
  }

  /** Whether there is one that was not tried yet. */
  isNew(job: number): boolean {
    return this.#given.get(job)?.tried === false;
  }

  /** The jobs there are passwords for. */
  jobs(): number[] {
    return [...this.#given.keys()];
  }

  forget(job: number): void {
    this.#given.delete(job);
  }
}
