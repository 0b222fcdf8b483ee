/** The hint of each field before an error replaced it. */
const hints = new WeakMap<HTMLElement, string>()

/** Shows an error in the field's description; without one the hint is restored. */
export function showFieldProblem(field: HTMLElement, problem: string | undefined) {
  field.toggleAttribute('aria-invalid', false)
  if (problem !== undefined) field.setAttribute('aria-invalid', 'true')
  const place = document.getElementById(field.getAttribute('aria-describedby') ?? '')
  if (!place) return
  const hint = hints.get(place) ?? place.textContent
  hints.set(place, hint)
  place.textContent = problem ?? hint
}
