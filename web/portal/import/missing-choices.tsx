type StillToChooseProps = { id: string; labels: readonly string[] }

/** Names the missing choices beside the button, since they may be far above it. */
export function MissingChoices({ id, labels }: StillToChooseProps) {
  return (
    <p
      id={id}
      aria-live="polite"
      className="wrap-anywhere text-ink-soft text-sm sm:order-first sm:mr-auto sm:self-center"
    >
      {labels.length > 0 && `You still need to choose: ${labels.join(', ')}.`}
    </p>
  )
}
