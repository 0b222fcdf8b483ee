import { useId, useState } from 'react'
import { dropDraft, keepDraft, readDraft } from '../../lib/drafts.ts'
import { Button } from '../../ui/button.tsx'
import { Input } from '../../ui/input.tsx'
import { useMe } from '../me/me.ts'
import { useWrite } from '../writes/use-write.ts'
import { problemOf, titlesIn } from './step.ts'
import { addSteps } from './step-mutations.ts'

/** A field for the next step. Pasted lines become a step each. */
export function AddSteps({ projectId }: { projectId: string }) {
  const draft = `${useMe().id}/new-step/${projectId}`
  const [text, setText] = useState(() => String(readDraft(draft)?.title ?? ''))
  const [problem, setProblem] = useState<string>()
  const [add, isBusy] = useWrite(addSteps(projectId), { onSuccess: () => type('') })
  const problemId = useId()

  function type(title: string) {
    setText(title)
    setProblem(undefined)
    if (title === '') dropDraft(draft)
    else keepDraft(draft, { title })
  }

  function addAll(titles: readonly string[]) {
    const found = problemOf(titles)
    setProblem(found)
    if (found === undefined && titles.length > 0) void add(titles)
  }

  return (
    <form
      className="flex flex-wrap items-start gap-2 border-line border-t px-5 py-3"
      onSubmit={(event) => {
        event.preventDefault()
        addAll(titlesIn(text))
      }}
    >
      <div className="min-w-40 flex-1">
        <Input
          aria-label="New step"
          placeholder="Add a step, or paste a list"
          value={text}
          aria-invalid={problem !== undefined}
          aria-describedby={problem && problemId}
          onChange={({ target }) => type(target.value)}
          onPaste={(event) => {
            const titles = titlesIn(event.clipboardData.getData('text/plain'))
            if (titles.length < 2) return
            // A field of one line would join them.
            event.preventDefault()
            addAll(titles)
          }}
        />
        {problem && (
          <p id={problemId} role="alert" className="mt-1 text-danger text-sm">
            {problem}
          </p>
        )}
      </div>
      <Button type="submit" variant="outline" disabled={isBusy || text.trim() === ''}>
        {isBusy ? 'Adding...' : 'Add'}
      </Button>
    </form>
  )
}
