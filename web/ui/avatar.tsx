import { useState } from 'react'
import { cn } from '../lib/cn.ts'
import { webLink } from '../lib/web-link.ts'

type AvatarProps = { name: string | null; url: string | null; className?: string }

/** Somebody's picture, or their initials where there is none to show. The name beside it says who it is. */
export function Avatar({ name, url, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const src = pictureOf(url)
  return (
    <span
      aria-hidden
      className={cn(
        'grid size-9 shrink-0 select-none place-items-center overflow-hidden rounded-full bg-paper-deep font-medium text-ink text-sm',
        className,
      )}
    >
      {src === undefined || src === broken ? (
        initialsOf(name)
      ) : (
        <img
          src={src}
          alt=""
          loading="lazy"
          // Whose server it is learns neither which screen shows the picture nor who looks at it.
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBroken(src)}
        />
      )}
    </span>
  )
}

/** Only pictures that the Content-Security-Policy lets in: it knows no http. */
export function pictureOf(url: string | null): string | undefined {
  const address = url === null ? undefined : webLink(url)
  return address?.startsWith('https:') ? address : undefined
}

/** 'Ana Maria Reyes' is AR. */
export function initialsOf(name: string | null): string {
  const words = name?.trim().split(/\s+/) ?? []
  const [first = '?', last] = words.length > 1 ? [words.at(0), words.at(-1)] : words
  // By whole characters: the first half of an emoji is none.
  return [first, last]
    .map((word) => [...(word ?? '')].at(0) ?? '')
    .join('')
    .toUpperCase()
}
