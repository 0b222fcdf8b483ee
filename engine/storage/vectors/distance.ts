/** The hosted service knows the first two; its client names the third as well. */
export const distanceMetrics = ['cosine', 'euclidean', 'dotproduct'] as const
export type DistanceMetric = (typeof distanceMetrics)[number]

/** How far two vectors of the same length are from each other: the less, the closer. Computed in 64 bits. */
export const distances: Record<DistanceMetric, (a: Float32Array, b: Float32Array) => number> = {
  /** 0 in the same direction, 2 in the opposite one; both must point somewhere. */
  cosine: (a, b) => Math.max(0, 1 - dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b))),
  euclidean(a, b) {
    let sum = 0
    for (let i = 0; i < a.length; i++) sum += ((a[i] ?? 0) - (b[i] ?? 0)) ** 2
    return Math.sqrt(sum)
  },
  /** Negative, so that more in common is closer. */
  dotproduct: (a, b) => -dot(a, b),
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0)
  return sum
}
