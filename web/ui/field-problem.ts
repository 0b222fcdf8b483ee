/** What stood below a field before anything was wrong with it. */
const hints = new WeakMap<HTMLElement, string>()

/** Says what is wrong with a field in the place that describes it. Without a problem the hint stands there again. */
export function sayProblem(field: HTMLElement, problem: string | undefined) {
  field.toggleAttribute('aria-invalid', false)
  if (problem !== undefined) field.setAttribute('aria-invalid', 'true')
  const place = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  if (!place) return
  const hint = hints.get(place) ?? place.textContent
  hints.set(place, hint)
  place.textContent = problem ?? hint
}
