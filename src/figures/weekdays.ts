/** The names of each day of the week, in English, German, French and Spanish. */
const names = [
  /(?<!\p{Alpha})(?:[Mm]ondays?|Mon(?! \p{Lowercase})|[Mm]ontags?|[Ll]undis?|[Ll]unes)(?!\p{Alpha})/u,
  /(?<!\p{Alpha})(?:[Tt]uesdays?|Tues?|[Dd]ienstags?|[Mm]ardis?|[Mm]artes)(?!\p{Alpha})/u,
  /(?<!\p{Alpha})(?:[Ww]ednesdays?|Wed|[Mm]ittwochs?|[Mm]ercredis?|[Mm]iércoles)(?!\p{Alpha})/u,
  /(?<!\p{Alpha})(?:[Tt]hursdays?|Thu(?:rs)?|[Dd]onnerstags?|[Jj]eudis?|[Jj]ueves)(?!\p{Alpha})/u,
  /(?<!\p{Alpha})(?:[Ff]ridays?|Fri|[Ff]reitags?|[Vv]endredis?|[Vv]iernes)(?!\p{Alpha})/u,
  /(?<!\p{Alpha})(?:[Ss]aturdays?|Sat|[Ss]amstags?|[Ss]onnabends?|[Ss]amedis?|[Ss]ábados?)(?!\p{Alpha})/u,
  /(?<!\p{Alpha})(?:[Ss]undays?|Sun|[Ss]onntags?|[Dd]imanches?|[Dd]omingos?)(?!\p{Alpha})/u,
];

/** Words for several days without their names, and signs between the first and the last of several. */
const several =
  /(?<!\p{Alpha})(?:dail(?:y|ies)|every ?day|weekdays?|weekends?|all week|täglich|werktags|wochenende|tous les jours|en semaine|todos los días|(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim)\p{Alpha}* ?(?:[–—-]|to|through|till|until|bis|au|à|a) ?(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim))/iu;

/** Numbers of the days of the week that a text names, Monday being 0. */
export function weekdaysIn(text: string): ReadonlySet<number> {
  return new Set(names.flatMap((name, day) => (name.test(text) ? [day] : [])));
}

/** Whether a text names days of the week, but none of these, and no range that may have them. */
export function saysOtherDays(text: string, days: ReadonlySet<number>): boolean {
  if (days.size === 0 || several.test(text)) return false;
  const named = weekdaysIn(text);
  return named.size > 0 && ![...named].some((day) => days.has(day));
}
