/** A type of document that people ask for, and that documents state at their beginning. */
export interface DocumentType {
  /** Matches the whole name of the type as questions use it. */
  readonly asked: RegExp;
  /** Matches words in the name, title or first line of a document of this type. */
  readonly says: RegExp;
}

function typeOf(asked: string, says: string): DocumentType {
  return {
    asked: new RegExp(`^(?:${asked})$`, "iu"),
    says: new RegExp(`(?<!\\p{Alpha})(?:${says})(?!\\p{Alpha})`, "iu"),
  };
}

/** Names in English, German, French and Spanish. German compounds end with these words. */
export const documentTypes: readonly DocumentType[] = [
  typeOf(
    "contracts?|agreements?|verträge|vertrag|contrats?|contratos?",
    "contracts?|(?:\\p{Alpha}+ )?agreements?|agmt|leases?|ndas?|deed|\\p{Alpha}*vertrag|\\p{Alpha}*vereinbarung|contrat|bail|contrato|acuerdo|convenio",
  ),
  typeOf(
    "ndas?|non-?disclosure agreements?|confidentiality agreements?",
    "ndas?|non-?disclosure|confidentiality agreement",
  ),
  typeOf(
    "invoices?|bills?|rechnung(?:en)?|factures?|facturas?",
    "invoices?|\\p{Alpha}*rechnung|facture|factura",
  ),
  typeOf(
    "letters?|briefe?|lettres?|cartas?",
    "letter|brief an|\\p{Alpha}*schreiben|lettre|courrier|carta|dear (?:sir|madam|mr|mrs|ms)",
  ),
  typeOf(
    "reports?|berichte?|rapports?|informes?",
    "reports?|10-?[kq]|\\p{Alpha}*bericht|rapport|informe",
  ),
  typeOf(
    "(?:meeting )?minutes|protokolle?|procès-verbaux|actas?",
    "minutes|\\p{Alpha}*protokoll|procès-verbal|compte[ -]rendu|acta",
  ),
  typeOf(
    "manuals?|guides?|handbooks?|handbücher|handbuch|anleitungen|manuels?|manuales|guías?",
    "manual|(?:user )?guide|handbook|instructions|\\p{Alpha}*handbuch|\\p{Alpha}*anleitung|manuel|mode d['’]emploi|guía",
  ),
  typeOf(
    "presentations?|präsentationen|présentations?|presentaciones",
    "presentation|präsentation|présentation|presentación",
  ),
];
