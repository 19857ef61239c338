import type { App } from "../state/app.js";
import { openDialog } from "./dialog.js";

/** Opens the panel of the models, and finds out what can run here. */
export function openModelPanel(app: App): void {
  openDialog(app, "models");
  void app.models.probe();
}

/** Opens the panel that lists what is stored and where every request went. */
export function openNetworkPanel(app: App): void {
  openDialog(app, "network");
  void app.room.refresh();
}

/** Opens the settings, and reads what they tell of. */
export function openSettings(app: App): void {
  openDialog(app, "settings");
  void app.room.refresh();
  void app.conversations.refresh();
  void app.models.probe();
}
