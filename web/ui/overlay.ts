/** The backdrop of an open dialog or drawer. */
export const overlayClasses = 'fixed inset-0 z-50 bg-dusk/50'

/**
 * The frame that centers a dialog in the window and leaves room for a toast above it (app.css), at the expense of the
 * space below a tall dialog.
 */
export const dialogFrameClasses = `dialog-frame ${overlayClasses} grid justify-items-center`

/** A click on a toast, which is outside of every dialog, must not close the dialog. */
export function keepOpenForToasts(event: Event) {
  // Matched by class, since a toast that was just closed is detached.
  if (event.target instanceof Element && event.target.closest('.toast')) event.preventDefault()
}

/** Escape closes an open list first, and then the dialog around it. */
export function closeOpenListFirst(event: KeyboardEvent) {
  if (
    event.target instanceof Element &&
    event.target.matches('[role=combobox][aria-expanded=true], [aria-activedescendant]:not([aria-activedescendant=""])')
  ) {
    event.preventDefault()
  }
}
