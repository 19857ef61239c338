import { type EvaluationStrategy, evaluationLogs, strategyNamed } from "pagehound/evaluation";
import { forgetRun, openKept, openPassing } from "./collections.js";
import { DataSetChoice } from "./data-set-choice.js";
import { EvaluationRun, type RunOptions } from "./evaluation-run.js";
import type { Gathered } from "./gathered-files.js";
import { type KeptRun, KeptRuns, newRun } from "./kept-runs.js";
import { type EndpointForm, ModelChoice } from "./model-choice.js";
import { offeredStrategies } from "./offered-strategies.js";
import { readRecording } from "./read-recording.js";
import { maxCalls, obstacleTo, type Settings, typedCount, usualSettings } from "./settings.js";
import { whatRunLacks } from "./what-run-lacks.js";
import { messageOf } from "./words.js";

/** The state of the page. `changed` is called whenever it must be redrawn. */
export class EvaluatePage {
  readonly choice: DataSetChoice;
  readonly model: ModelChoice;
  readonly kept: KeptRuns;
  strategies: readonly EvaluationStrategy[] = offeredStrategies();
  settings: Settings = usualSettings;
  /** Why the strategy that was requested by name is unavailable. */
  otherFault: string | null = null;
  run: EvaluationRun | null = null;
  /** The run on display; null for a recording. */
  current: KeptRun | null = null;
  /** A run that resumes as soon as its data set and its model are available. */
  wanted: KeptRun | null = null;
  /** Why the person's last action failed. */
  notice: string | null = null;
  dragging = false;
  /** The element to focus after drawing the page; null for none. */
  focus: string | null = null;
  /** Which questions of the results are expanded, and how many are listed. */
  unfolded: ReadonlySet<string> = new Set();
  listed = 50;
  readonly #changed: () => void;

  constructor(changed: () => void) {
    this.#changed = changed;
    this.choice = new DataSetChoice(changed);
    this.model = new ModelChoice(changed);
    this.kept = new KeptRuns(changed, (run) => forgetRun(run, this.kept.runs));
  }

  /** Whether choosing other files would disturb something in progress. */
  get busy(): boolean {
    return this.choice.reading || (this.run?.running ?? false);
  }

  /** Number of questions per strategy. */
  get questions(): number {
    const all = this.choice.chosen?.dataSet.questions.length ?? 0;
    return Math.min(all, typedCount(this.settings.limit) ?? all);
  }

  /** Why the strategy cannot be run now; null if it can. */
  obstacle(strategy: EvaluationStrategy): string | null {
    return obstacleTo(strategy, this.model.model !== null);
  }

  /** Names of the strategies that will be run. */
  get picked(): string[] {
    return this.strategies
      .filter((one) => this.settings.strategies.has(one.name) && this.obstacle(one) === null)
      .map(({ name }) => name);
  }

  drag(dragging: boolean): void {
    this.dragging = dragging;
    this.#changed();
  }

  set(settings: Partial<Settings>): void {
    this.settings = { ...this.settings, ...settings };
    this.#changed();
  }

  tick(strategy: string, ticked: boolean): void {
    const strategies = new Set(this.settings.strategies);
    if (ticked) strategies.add(strategy);
    else strategies.delete(strategy);
    this.set({ strategies });
  }

  /** Offers and selects a strategy that a person requests by name. Returns whether it exists. */
  offer(name: string): boolean {
    try {
      const strategy = strategyNamed(name.trim());
      const known = this.strategies.some((one) => one.name === strategy.name);
      if (!known) this.strategies = [...this.strategies, strategy];
      this.otherFault = null;
      this.tick(strategy.name, true);
    } catch (error) {
      this.otherFault = messageOf(error);
      this.#changed();
    }
    return this.otherFault === null;
  }

  async choose(gathered: Gathered): Promise<void> {
    if (gathered.files.length === 0) return;
    this.#clear();
    await this.choice.choose(gathered);
    this.#focusOn("#data-title");
    this.#resumeWanted();
  }

  async trySample(): Promise<void> {
    this.#clear();
    await this.choice.trySample();
    this.#focusOn("#data-title");
    this.#resumeWanted();
  }

  forgetDataSet(): void {
    this.#clear();
    this.wanted = null;
    this.choice.forget();
    this.#focusOn("#data-title");
  }

  async connect(form: EndpointForm): Promise<void> {
    await this.model.connect(form);
    this.#focusOn(this.model.fault === null ? "#model-title" : "[name=url]");
    this.#resumeWanted();
  }

  disconnect(): void {
    this.model.disconnect();
    this.#focusOn("#model-title");
  }

  /** Starts a run with the current choices. */
  start(): void {
    const { chosen } = this.choice;
    if (!chosen || this.picked.length === 0 || this.busy) return;
    const run = newRun({
      chosen,
      strategies: this.picked,
      questions: this.questions,
      calls: typedCount(this.settings.calls, maxCalls),
      model: this.model.remembered,
    });
    this.#run(run);
  }

  /** Returns to the settings. */
  change(): void {
    this.#clear();
    this.#focusOn("#settings-title");
  }

  /** Resumes a run, or shows its results. First requests anything that is missing. */
  async resume(run: KeptRun): Promise<void> {
    this.wanted = run;
    this.notice = null;
    this.run = null;
    if (run.sample && !this.choice.chosen?.sample) await this.trySample();
    else this.#resumeWanted();
  }

  /** Shows a recording, scored again. */
  async openRecording(file: File): Promise<void> {
    const { chosen } = this.choice;
    this.#clear();
    if (!chosen) return;
    try {
      const { records, note } = await readRecording(file, chosen.dataSet.name);
      this.#follow({
        strategies: [...new Set(records.map(({ strategy }) => strategy))],
        questions: new Set(records.map(({ question }) => question)).size,
        log: evaluationLogs.memory(records),
        replay: true,
        open: openPassing,
      });
      this.notice = note;
    } catch (error) {
      this.notice = messageOf(error);
      this.#focusOn(".notice");
    }
    this.#changed();
  }

  unfold(question: string, open: boolean): void {
    const unfolded = new Set(this.unfolded);
    if (open) unfolded.add(question);
    else unfolded.delete(question);
    this.unfolded = unfolded;
    this.#changed();
  }

  listMore(): void {
    this.listed += 100;
    this.#changed();
  }

  /** Deletes a run; `kept.undo` brings it back for a while. */
  remove(run: KeptRun): void {
    if (this.wanted?.id === run.id) this.wanted = null;
    this.kept.remove(run);
    this.#focusOn(".toast button");
  }

  /** Restores the run that was removed a moment ago. */
  undo(): void {
    this.kept.undo();
    this.#focusOn("#kept-title");
  }

  /** Moves the focus away from a pressed element that may have disappeared. */
  #focusOn(selector: string): void {
    this.focus = selector;
    this.#changed();
  }

  /** Resumes the wanted run, once it has everything it needs. */
  #resumeWanted(): void {
    const { wanted } = this;
    if (!wanted) return;
    const { model } = wanted;
    const lacks = whatRunLacks(wanted, this.choice.chosen, this.model.model);
    if (lacks?.model && model) this.model.place = { url: model.url, name: model.asked };
    this.notice = lacks?.message ?? null;
    if (this.notice === null) {
      const strategies = new Set(wanted.strategies);
      this.settings = {
        strategies,
        limit: String(wanted.questions),
        calls: wanted.calls === null ? "" : String(wanted.calls),
      };
      this.#run(wanted);
    }
    this.#changed();
  }

  #run(run: KeptRun): void {
    this.wanted = null;
    this.kept.keep(run);
    const { model } = this.model;
    this.#follow(
      {
        strategies: run.strategies,
        questions: run.questions,
        log: evaluationLogs.stored(run.id),
        calls: run.calls,
        // Replies of a model can still be shown from the stored log after the model is gone.
        replay: run.finished && run.model !== null && model?.info.id !== run.model.id,
        open: (signal) => openKept(run, signal),
      },
      ({ done, report }) => {
        const { current } = this;
        const finished = report !== null;
        if (!current || (current.done === done && current.finished === finished)) return;
        this.current = { ...current, done, finished };
        this.kept.keep(this.current);
      },
    );
    this.current = run;
  }

  #follow(
    { questions, calls, ...options }: Followed,
    remember: (run: EvaluationRun) => void = () => undefined,
  ): void {
    const { chosen } = this.choice;
    if (!chosen) return;
    this.#clear();
    const run: EvaluationRun = new EvaluationRun(
      {
        ...options,
        dataSet: chosen.dataSet,
        files: chosen.files,
        limit: questions,
        ...(calls == null ? {} : { calls }),
        ...(this.model.model && !options.replay ? { model: this.model.model } : {}),
      },
      questions,
      () => {
        if (this.run !== run) return;
        if (!run.replay) remember(run);
        if (!run.running) this.focus = run.report ? "#results-title" : "#run-title";
        this.#changed();
      },
    );
    this.run = run;
    this.#focusOn("#run-title");
  }

  #clear(): void {
    const { run } = this;
    this.run = null;
    this.current = null;
    run?.stop();
    this.notice = null;
    this.unfolded = new Set();
    this.listed = 50;
  }
}

/** The options of a run other than the data set and the model. */
type Followed = Pick<RunOptions, "strategies" | "log" | "replay" | "open"> & {
  readonly questions: number;
  readonly calls?: number | null;
};
