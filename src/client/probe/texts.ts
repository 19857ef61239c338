import type { InputFile } from "../../core/index.js";

/** The documents of the probe: invented, and about nothing that a model may know. */
const texts: Readonly<Record<string, string>> = {
  "boathouse-rules.md": `# Rules of the boathouse

## Keys

Each member may borrow one key. The deposit for a key is 350 crowns and is returned with the key. A lost key is reported to the office on the same day.

## Opening hours

From May to September the boathouse stays open late on Thursdays. On all other days of summer it closes at six. The last member to leave bolts the water gate and switches the pump off.

## Lockers

Lockers are in the north corridor. They are handed out in the order of requests and must be emptied at the end of October. Wet ropes do not belong in a locker.

## Repairs

Damage is written into the blue book beside the door. The keeper of the workshop decides what is repaired first. Nobody goes out in a boat with a red tag.
`,
  "boats.md": `# Our boats

## The Heron

The Heron is a coxed four of cedar, built in 1988. It weighs 96 kilograms and needs a crew of five. It is kept on the lower rack, and its oars are marked with a white ring.

## The Plover

The Plover is a double scull of carbon. It weighs 31 kilograms and is kept on the upper rack. It may only be used by members who have passed the capsize test.

## The launch

The launch accompanies beginners and carries the rescue line. Its tank is filled before it is moored. It is steered by members with a licence only.
`,
  "people.md": `# People and courses

## Offices

Ines Falk chairs the club. Tove Arnell is the keeper of the workshop. Ruben Okoro looks after the accounts and answers letters.

## Courses in spring

Ines Falk teaches steering on the canal. Tove Arnell leads the night-rowing group. Ruben Okoro shows newcomers how a boat is carried and rinsed.

## Winter

In winter the ergometers are moved into the hall. From November to March the boathouse stays open late on Mondays. Courses on knots take place whenever the canal is frozen.
`,
};

export function probeFiles(): InputFile[] {
  return Object.entries(texts).map(([path, text]) => {
    return { path, file: new Blob([text], { type: "text/markdown" }) };
  });
}
