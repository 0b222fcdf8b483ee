/**
 * The rooms of a package in the order in which they stand on each other, the highest first: a room imports only those that
 * stand after it. A room is a folder with all that is in it but for rooms that are listed themselves, or one file. Rooms of a
 * floor that `isApart` do not import each other either.
 */
export type Floor = { name: string; rooms: readonly string[]; isApart?: true }

/** The floors of each package, by its folder, from top to bottom. */
export const packages: Readonly<Record<string, readonly Floor[]>> = {
  '.': [
    { name: 'trials and tools', rooms: ['e2e', 'trials', 'bench', 'scripts', 'deploy', 'vitest.config.ts'] },
    { name: 'programs', isApart: true, rooms: ['main.ts', 'cli'] },
    { name: 'what they share', rooms: ['server'] },
    { name: 'tests of both halves', rooms: ['supabase/tests'] },
    { name: 'product', isApart: true, rooms: ['web', 'supabase'] },
    { name: 'scenes of tests', rooms: ['scripts/testing'] },
    { name: 'engine', rooms: ['engine'] },
  ],
  cli: [
    { name: 'program', rooms: ['main.ts'] },
    { name: 'commands', rooms: ['commands'] },
    { name: 'what they do', rooms: ['export', 'erasure', 'people', 'doctor', 'backup'] },
    { name: 'command line', rooms: ['command-line'] },
  ],
  'supabase/functions': [
    {
      name: 'functions',
      isApart: true,
      rooms: [
        'change-address',
        'chat',
        'create-user',
        'for-client',
        'invite-user',
        'mail-clients',
        'reset-user-password',
        'send-contact-notification',
        'send-due-mails',
        'send-test-mail',
        'settle-deleted',
      ],
    },
    {
      name: 'kinds of mails',
      isApart: true,
      rooms: [
        '_shared/mails/address-changes',
        '_shared/mails/client-digests',
        '_shared/mails/client-updates',
        '_shared/mails/enquiries',
        '_shared/mails/enquiry-reminders',
        '_shared/mails/notice-digests',
        '_shared/mails/test-mail',
      ],
    },
    { name: 'what they share', rooms: ['_shared'] },
  ],
  web: [
    {
      name: 'build and scenes of tests',
      rooms: ['vite.config.ts', 'vitest.config.ts', 'testing', 'scripts', 'react-router.config.ts', 'service-worker'],
    },
    { name: 'routes', rooms: ['routes.ts', 'root.tsx'] },
    {
      name: 'app',
      rooms: [
        'portal/portal-layout.tsx',
        'portal/screen-layout.tsx',
        'portal/live',
        'portal/shell',
        'portal/palette',
        'portal/home',
        'portal/prefetch',
        'portal/navigation',
      ],
    },
    {
      name: 'features',
      isApart: true,
      rooms: [
        'portal/agencies',
        'portal/audit',
        'portal/clients',
        'portal/deleted',
        'portal/enquiries',
        'portal/leaver',
        'portal/mail',
        'portal/messages',
        'portal/profile',
        'portal/projects',
        'portal/reports',
        'portal/roles',
        'portal/settings',
        'portal/users',
        'portal/vault',
      ],
    },
    {
      name: 'parts',
      rooms: [
        'portal/updates',
        'portal/notes',
        'portal/client-links',
        'portal/import',
        'portal/views',
        'portal/agency-details',
        'portal/notices',
        'portal/list',
        'portal/people',
        'portal/files',
        'portal/client-choice',
        'portal/project-status',
        'portal/offline',
        'portal/page',
        'portal/writes',
        'portal/me',
      ],
    },
    { name: 'public pages', rooms: ['for-clients', 'auth', 'site', 'arrival', 'agency.ts'] },
    { name: 'ui', rooms: ['ui'] },
    { name: 'lib', rooms: ['lib'] },
  ],
}
