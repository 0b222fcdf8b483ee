import type { BrowserCommand } from 'vitest/node'

declare module 'vitest/browser' {
  interface BrowserCommands {
    answerPictureRequests: () => Promise<void>
  }
}

/** Answers every request for a picture on the only other origin from which a screen may load pictures. */
export const answerPictureRequests: BrowserCommand<[]> = ({ context }) =>
  context.route('https://pictures.test/**', (route) =>
    route.fulfill({
      contentType: 'image/svg+xml',
      body: '<svg xmlns="http://www.w3.org/2000/svg" width="36" height="36"><circle cx="18" cy="18" r="18"/></svg>',
    }),
  )
