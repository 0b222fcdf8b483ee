import { byHeadings } from './source.ts'

/** Edge, Brave, Opera and Vivaldi export in Chrome's format. */
export const chrome = byHeadings({
  name: 'Chrome',
  knownBy: ['name', 'url', 'username', 'password'],
  columns: { name: 'title', url: 'website', username: 'username', password: 'password', note: 'notes' },
})

export const firefox = byHeadings({
  name: 'Firefox',
  knownBy: ['url', 'username', 'password', 'httprealm', 'guid'],
  columns: {
    url: 'website',
    username: 'username',
    password: 'password',
    formactionorigin: 'nothing',
    guid: 'nothing',
    timecreated: 'nothing',
    timelastused: 'nothing',
    timepasswordchanged: 'nothing',
  },
})

/** Safari exports in the same format as the app Passwords of macOS and iOS. */
export const safari = byHeadings({
  name: 'Safari',
  knownBy: ['title', 'url', 'username', 'password', 'otpauth'],
  columns: {
    title: 'title',
    url: 'website',
    username: 'username',
    password: 'password',
    notes: 'notes',
    otpauth: 'code',
  },
})
