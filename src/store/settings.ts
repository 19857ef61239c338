import type { StoredSetting } from "./schema.js";
import type { Database } from "./transaction.js";

type SettingName = StoredSetting["name"];
type ValueOf<Name extends SettingName> = Extract<StoredSetting, { name: Name }>["value"];

/** The settings shared by all tabs of the collection; see `StoredSetting`. */
export class Settings {
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  /** The value of a setting; null if it was never set. */
  get<Name extends SettingName>(name: Name): Promise<ValueOf<Name> | null> {
    return this.#database.read(["settings"], async (reading) => {
      const setting = await reading.from("settings").get(name);
      return (setting?.value as ValueOf<Name> | undefined) ?? null;
    });
  }

  set(setting: StoredSetting): Promise<void> {
    return this.#database.write(["settings"], async (writing) => writing.put("settings", setting));
  }

  /** Replaces a setting with the result of `change`, in one transaction. */
  change<Name extends SettingName>(
    name: Name,
    change: (value: ValueOf<Name> | null) => ValueOf<Name>,
  ): Promise<void> {
    return this.#database.write(["settings"], async (writing) => {
      const before = (await writing.from("settings").get(name))?.value as ValueOf<Name> | undefined;
      writing.put("settings", { name, value: change(before ?? null) } as StoredSetting);
    });
  }

  delete(name: SettingName): Promise<void> {
    return this.#database.write(["settings"], async (writing) => writing.delete("settings", name));
  }
}
