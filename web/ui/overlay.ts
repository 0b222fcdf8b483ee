/** The backdrop of an open dialog or drawer. */
export const overlayClasses = 'fixed inset-0 z-50 bg-dusk/50'

/**
 * The frame that centers a dialog in the window and leaves room for a toast above it (app.css), at the expense of the
 * space below a tall dialog.
 */
export const dialogFrameClasses = `dialog-frame ${overlayClasses} grid justify-items-center`

/** Prevents a dialog from closing on a click on a toast, which is outside of every dialog. */
export function keepOpenForToasts(event: Event) {
  // A toast is recognized by its class, since one that was just closed is detached from the page.
  if (event.target instanceof Element && event.target.closest('.toast')) event.preventDefault()
}

/** Closes an open list of options on Escape before the dialog around it. */
export function closeOpenListFirst(event: KeyboardEvent) {
  if (
    event.target instanceof Element &&
    event.target.matches('[role=combobox][aria-expanded=true], [aria-activedescendant]:not([aria-activedescendant=""])')
  ) {
    event.preventDefault()
  }
}
