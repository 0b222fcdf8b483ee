import { useState } from 'react'
import { cn } from '../lib/cn.ts'
import { webLink } from '../lib/web-link.ts'

type AvatarProps = { name: string | null; url: string | null; className?: string }

/** A person's picture, or their initials. Hidden from screen readers, since the name is beside it. */
export function Avatar({ name, url, className }: AvatarProps) {
  const [broken, setBroken] = useState<string>()
  const src = allowedPictureUrl(url)
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
          // The referrer is withheld: the picture's server must not learn which screen shows the picture.
          referrerPolicy="no-referrer"
          className="size-full object-cover"
          onError={() => setBroken(src)}
        />
      )}
    </span>
  )
}

/** Returns the address of a picture if the Content-Security-Policy allows it, which excludes http. */
export function allowedPictureUrl(url: string | null): string | undefined {
  const address = url === null ? undefined : webLink(url)
  return address?.startsWith('https:') ? address : undefined
}

/** The initials of a name: 'Ana Maria Reyes' gives AR. */
export function initialsOf(name: string | null): string {
  const words = name?.trim().split(/\s+/) ?? []
  const [first = '?', last] = words.length > 1 ? [words.at(0), words.at(-1)] : words
  // Initials are whole code points, since half an emoji is not a character.
  return [first, last]
    .map((word) => [...(word ?? '')].at(0) ?? '')
    .join('')
    .toUpperCase()
}
