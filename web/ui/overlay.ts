/** What lies over the page while a dialog or the drawer is open. */
export const overlay = 'fixed inset-0 z-50 bg-dusk/50'

/**
 * Around a dialog, which it holds in the middle of the window: above it stays room for what a toast says of it (app.css),
 * taken from what lies below it where the dialog is tall.
 */
export const dialogFrame = `dialog-frame ${overlay} grid justify-items-center`

/** Closing a toast, which lies outside of every dialog, is no wish to leave the dialog. */
export function keepOpenForToasts(event: Event) {
  // By its class: a toast that was just closed no longer lies anywhere.
  if (event.target instanceof Element && event.target.closest('.toast')) event.preventDefault()
}

/** In an open list Escape closes the list, and only then the dialog it stands in. */
export function closeListsFirst(event: KeyboardEvent) {
  if (
    event.target instanceof Element &&
    event.target.matches('[role=combobox][aria-expanded=true], [aria-activedescendant]:not([aria-activedescendant=""])')
  ) {
    event.preventDefault()
  }
}
