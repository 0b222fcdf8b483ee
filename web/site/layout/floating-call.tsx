/**
 * The floating button in the corner of every public page, clear of forms and smaller after scrolling
 * (floating-call.css). Its accessible name never changes.
 */
export function FloatingCall() {
  return (
    <aside aria-label="Free call">
      <a className="floating-call button button-signal" href="/contact">
        <svg viewBox="0 0 24 24" aria-hidden="true" focusable="false">
          <path
            className="fill-current"
            d="M6.6 2.9 9.2 2.4q.9-.1 1.2.7l1.3 3.4q.3.8-.3 1.3L9.6 9.4q1.8 3.4 5 5l1.6-1.8q.5-.6 1.3-.3l3.4 1.3q.8.3.7 1.2l-.5 2.6q-.6 2.9-3.5 2.9C10 20.3 3.7 14 3.7 6.4q0-2.9 2.9-3.5z"
          />
        </svg>
        <span className="floating-call-name">Book A Free Call</span>
      </a>
    </aside>
  )
}
