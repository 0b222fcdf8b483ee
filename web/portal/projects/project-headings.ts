/** What other programs call the columns of a project, in English, German, French, Polish and Spanish; the usual first. */
export const headings = {
  client: [
    ...[
      'client name',
      'client email',
      'customer',
      'customer name',
      'company',
      'company name',
      'account',
      'account name',
    ],
    ...['associated company', 'primary company', 'primary associated company', 'organization', 'organisation'],
    ...['organization name', 'for', 'clients', 'client company', 'contact person', 'contact', 'contact name'],
    ...[
      'associated contact',
      'primary contact',
      'kunde',
      'kundenname',
      'firma',
      'auftraggeber',
      'societe',
      'nom du client',
    ],
    ...['klient', 'firma klienta', 'cliente', 'empresa'],
  ],
  project_type: [
    'type',
    'service',
    'kind',
    'category',
    'service type',
    'deal type',
    'task type',
    'art',
    'projektart',
    'typ',
  ],
  status: [
    ...['project status', 'stage', 'deal stage', 'state', 'progress', 'section column', 'list name', 'list', 'column'],
    ...['stan', 'statut', 'phase'],
  ],
  priority: ['importance', 'urgency', 'prioritat', 'priorite', 'priorytet', 'dringlichkeit', 'prioridad'],
  start_date: [
    ...['start', 'started', 'begin', 'begins', 'from', 'start on', 'starts', 'start time', 'beginn', 'startdatum'],
    ...['anfang', 'date de debut', 'debut', 'data rozpoczecia', 'poczatek', 'fecha de inicio'],
  ],
  target_completion_date: [
    ...[
      'target date',
      'target',
      'due',
      'due date',
      'deadline',
      'end date',
      'end',
      'due on',
      'finish date',
      'close date',
    ],
    ...['expected close date', 'deal close date', 'due by', 'target end date', 'planned end', 'falligkeit', 'fallig'],
    ...['falligkeitsdatum', 'enddatum', 'ende', 'frist', 'date de fin', 'echeance', 'termin', 'data zakonczenia'],
    ...['fecha de fin', 'fecha de vencimiento'],
  ],
  actual_completion_date: [
    ...['completed', 'completed on', 'completion date', 'finished', 'done', 'completed at', 'date completed'],
    ...['completed date', 'resolved', 'won time', 'date done', 'abgeschlossen am', 'erledigt am'],
  ],
  budget: [
    ...['amount', 'price', 'value', 'cost', 'budget usd', 'deal value', 'deal amount', 'total', 'opportunity amount'],
    ...['estimated value', 'project value', 'fee', 'revenue', 'betrag', 'wert', 'preis', 'montant', 'prix', 'kwota'],
    ...['budzet', 'wartosc', 'importe', 'presupuesto'],
  ],
  description: ['details', 'notes', 'task content', 'beschreibung', 'notizen', 'opis', 'descripcion', 'descriptif'],
  requirements: ['scope', 'brief', 'anforderungen', 'exigences', 'wymagania'],
  name: [
    ...[
      'project',
      'name',
      'title',
      'project title',
      'subject',
      'deal name',
      'opportunity name',
      'task name',
      'card name',
    ],
    ...['summary', 'job name', 'task', 'item', 'deal', 'projekt', 'projektname', 'titel', 'bezeichnung', 'projet'],
    ...['nom du projet', 'titre', 'nazwa projektu', 'nazwa', 'proyecto', 'nombre del proyecto'],
  ],
} as const

/** Words of other programs for the statuses of a project. */
export const statusWords: Readonly<Record<string, readonly string[]>> = {
  planning: [
    ...['to do', 'todo', 'not started', 'open', 'new', 'backlog', 'planned', 'proposed', 'draft', 'scheduled', 'offen'],
    ...['geplant', 'upcoming', 'selected for development', 'ideas'],
  ],
  in_progress: [
    'doing',
    'active',
    'started',
    'ongoing',
    'working on it',
    'in bearbeitung',
    'en cours',
    'w toku',
    'in work',
  ],
  review: ['in review', 'testing', 'qa', 'approval', 'waiting for approval', 'feedback', 'for review'],
  completed: [
    ...['complete', 'done', 'closed', 'finished', 'delivered', 'resolved', 'won', 'closed won', 'live', 'fertig'],
    ...['erledigt', 'abgeschlossen', 'termine'],
  ],
  on_hold: ['paused', 'stuck', 'blocked', 'waiting', 'hold', 'pending', 'pausiert', 'postponed', 'deferred'],
  cancelled: ['lost', 'closed lost', 'abandoned', 'dropped', 'rejected', 'archived', 'abgebrochen', 'abgesagt'],
}

/** Words of other programs for the priorities, also those of Jira and Linear. */
export const priorityWords: Readonly<Record<string, readonly string[]>> = {
  low: ['lowest', 'minor', 'trivial', 'p4', 'p3', 'niedrig', 'gering', 'basse', 'niski'],
  medium: ['normal', 'moderate', 'default', 'p2', 'mittel', 'moyenne', 'sredni'],
  high: ['important', 'major', 'p1', 'hoch', 'haute', 'wysoki'],
  urgent: ['highest', 'critical', 'critical !', 'blocker', 'immediate', 'asap', 'p0', 'dringend', 'urgente', 'pilny'],
}

/** Words of other programs for the types of a project. */
export const typeWords: Readonly<Record<string, readonly string[]>> = {
  web_development: ['web', 'website', 'web design', 'web site', 'development', 'webdesign', 'webentwicklung'],
  graphic_design: ['design', 'graphics', 'branding', 'logo', 'print', 'grafik', 'grafikdesign'],
  digital_marketing: ['marketing', 'seo', 'sem', 'ads', 'advertising', 'social media', 'campaign', 'ppc', 'google ads'],
  ai_automation: ['ai', 'automation', 'ki', 'artificial intelligence'],
  consultation: ['consulting', 'advice', 'beratung', 'workshop', 'strategy', 'audit'],
  maintenance: ['support', 'care', 'hosting', 'wartung', 'retainer', 'maintenance and support'],
}
