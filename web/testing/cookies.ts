import type { BrowserCommand } from 'vitest/node'

type Cookie = { name: string; expires: number }

declare module 'vitest/browser' {
  interface BrowserCommands {
    cookies: () => Promise<Cookie[]>
  }
}

/** What the browser keeps, and until when: a page itself is told only names and values. */
export const cookies: BrowserCommand<[]> = ({ context }): Promise<Cookie[]> => context.cookies()
