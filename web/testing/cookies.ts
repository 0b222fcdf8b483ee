import type { BrowserCommand } from 'vitest/node'

type Cookie = { name: string; expires: number }

declare module 'vitest/browser' {
  interface BrowserCommands {
    cookies: () => Promise<Cookie[]>
  }
}

/** Returns the browser's cookies with their expiry; a page itself sees only names and values. */
export const cookies: BrowserCommand<[]> = ({ context }): Promise<Cookie[]> => context.cookies()
