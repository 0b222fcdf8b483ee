import type { NamePart } from '../import/import-kind.ts'

/** What other programs call the columns of a client, in English, German, French, Polish and Spanish; the usual first. */
export const headings = {
  email: [
    ...['email', 'e mail', 'mail', 'email address', 'e mail address', 'mail address', 'emails', 'e mails', 'email 1'],
    ...['email id', 'primary email', 'contact email', 'customer email', 'client email', 'email work', 'courriel'],
    ...['e mail adresse', 'email adresse', 'mailadresse', 'adresse e mail', 'adresse email', 'adresse mail', 'correo'],
    ...['correo electronico', 'adres e mail', 'adres email', 'poczta', 'indirizzo email', 'emailadres'],
  ],
  company_name: [
    ...['company', 'company name', 'organization', 'organisation', 'organization name', 'organisation name'],
    ...['business', 'business name', 'firm', 'account', 'account name', 'company account', 'associated company'],
    ...['primary company', 'employer', 'company organization', 'firma', 'firmenname', 'unternehmen', 'organisation'],
    ...['betrieb', 'arbeitgeber', 'societe', 'entreprise', 'raison sociale', "nom de l'entreprise", 'nazwa firmy'],
    ...[
      'przedsiebiorstwo',
      'empresa',
      'compania',
      'azienda',
      'ragione sociale',
      'bedrijf',
      'bedrijfsnaam',
      'customer',
      'customer name',
    ],
  ],
  phone: [
    ...['phone', 'phone number', 'telephone', 'tel', 'mobile', 'mobile phone', 'mobile number', 'cell', 'cell phone'],
    ...['phones', 'phone numbers', 'telephone number', 'contact number', 'contact phone', 'business phone'],
    ...[
      'phone no',
      'mobile phone no',
      'telephone no',
      'tel no',
      'work phone',
      'phone work',
      'primary phone',
      'home phone',
      'company main phone',
      'whatsapp',
      'telefon',
    ],
    ...['telefonnummer', 'telefon geschaftlich', 'rufnummer', 'handy', 'handynummer', 'mobil', 'mobiltelefon'],
    ...['festnetz', 'numero de telephone', 'portable', 'mobiel', 'numer telefonu', 'komorka', 'telefon komorkowy'],
    ...['telefono', 'movil', 'telefone', 'telefoon', 'cellulare'],
  ],
  website_url: [
    ...['website url', 'website', 'web site', 'url', 'web', 'homepage', 'home page', 'site', 'web address', 'web page'],
    ...['webpage', 'website address', 'company website', 'company domain', 'company domain name', 'domain', 'websites'],
    ...['personal web page', 'business web page', 'internetseite', 'webseite', 'internetadresse', 'site web'],
    ...['site internet', 'strona', 'strona www', 'strona internetowa', 'www', 'pagina web', 'sitio web', 'sito web'],
  ],
  industry: [
    'industry',
    'sector',
    'branch',
    'category',
    'vertical',
    'branche',
    "secteur d'activite",
    'secteur',
    'branza',
  ],
  prospect_status: [
    ...['status', 'client status', 'customer status', 'prospect status', 'lifecycle stage', 'contact status'],
    ...['contact type', 'relationship', 'lead status', 'state', 'stage', 'type', 'statut', 'kundenstatus'],
  ],
  name: [
    ...[
      'client name',
      'name',
      'full name',
      'client',
      'customer',
      'customer name',
      'customer full name',
      'display name',
    ],
    ...['contact full name', 'lead name', 'person name', 'client full name', 'kunde', 'kundenname'],
    ...['vollstandiger name', 'vor und nachname', 'nom complet', 'nom et prenom', 'nom du client', 'klient'],
    ...['imie i nazwisko', 'nombre completo', 'cliente', 'nazwa', 'nome completo', 'naam'],
  ],
} as const

export const nameParts: Readonly<Record<NamePart, readonly string[]>> = {
  person: [
    ...['contact person', 'contact name', 'contact', 'primary contact', 'main contact', 'contact full name'],
    ...['ansprechpartner', 'ansprechpartnerin', 'kontaktperson', 'kontakt', 'interlocuteur', 'personne de contact'],
    ...['osoba kontaktowa', 'persona de contacto', 'contactpersoon'],
  ],
  given: [
    'first name',
    'given name',
    'forename',
    'firstname',
    'vorname',
    'prenom',
    'imie',
    'nombre',
    'nome',
    'voornaam',
  ],
  middle: ['middle name', 'additional name', 'middle initial', 'zweiter vorname', 'drugie imie', 'tussenvoegsel'],
  family: [
    ...[
      'last name',
      'family name',
      'surname',
      'lastname',
      'nachname',
      'familienname',
      'zuname',
      'nom',
      'nom de famille',
    ],
    ...['nazwisko', 'apellido', 'apellidos', 'cognome', 'achternaam', 'efternamn'],
  ],
}

/** Words of other programs for the statuses of a client. */
export const statusWords: Readonly<Record<string, readonly string[]>> = {
  prospect: [
    ...['lead', 'new', 'new lead', 'subscriber', 'opportunity', 'marketing qualified lead', 'sales qualified lead'],
    ...['qualified lead', 'mql', 'sql', 'potential', 'interessent'],
  ],
  active: [
    'customer',
    'client',
    'current',
    'current client',
    'won',
    'closed won',
    'aktiv',
    'kunde',
    'actif',
    'aktywny',
  ],
  completed: ['complete', 'done', 'finished', 'abgeschlossen'],
  paused: ['on hold', 'pause', 'pausiert', 'hold'],
  inactive: [
    ...['former', 'former client', 'former customer', 'churned', 'lost', 'closed lost', 'archived', 'disqualified'],
    ...['unqualified', 'dormant', 'inaktiv', 'inactif', 'nieaktywny'],
  ],
}

/** Words of other programs, LinkedIn and HubSpot above all, for the industries. */
export const industryWords: Readonly<Record<string, readonly string[]>> = {
  Technology: [
    ...['tech', 'it', 'software', 'computer software', 'computer hardware', 'internet', 'saas', 'telecommunications'],
    ...['information technology', 'information technology and services', 'it services', 'computer networking'],
  ],
  Healthcare: [
    ...['health', 'health care', 'medical', 'dental', 'hospital health care', 'health wellness and fitness', 'pharma'],
    ...['medical practice', 'medical devices', 'pharmaceuticals', 'mental health care', 'veterinary', 'fitness'],
  ],
  Finance: ['financial services', 'banking', 'insurance', 'accounting', 'investment management', 'capital markets'],
  Retail: [
    'e commerce',
    'ecommerce',
    'online retail',
    'shop',
    'consumer goods',
    'wholesale',
    'supermarkets',
    'apparel fashion',
  ],
  Education: [
    'higher education',
    'e learning',
    'education management',
    'primary secondary education',
    'school',
    'training',
  ],
  'Real Estate': ['property', 'commercial real estate', 'real estate agency', 'property management', 'realty'],
  'Food & Beverage': [
    ...[
      'food beverages',
      'food and beverage',
      'food and beverages',
      'food',
      'restaurants',
      'restaurant',
      'bakery',
      'cafe',
    ],
    ...['food production', 'wine and spirits', 'catering', 'gastronomy'],
  ],
  Manufacturing: [
    'industrial',
    'machinery',
    'production',
    'industrial automation',
    'automotive',
    'textiles',
    'chemicals',
  ],
  'Professional Services': [
    ...['consulting', 'management consulting', 'legal', 'law', 'law practice', 'legal services', 'services'],
    ...['marketing and advertising', 'marketing', 'advertising', 'architecture planning', 'human resources', 'design'],
  ],
  'Non-Profit': [
    'nonprofit',
    'non profit organization management',
    'ngo',
    'charity',
    'philanthropy',
    'religious institutions',
  ],
  Other: ['misc', 'miscellaneous', 'others', 'sonstige', 'sonstiges', 'autre'],
}
