/** The slide index after moving by one (or to any index), wrapping around at both ends. */
export const wrapIndex = (index: number, count: number) => ((index % count) + count) % count

export const slidePosition = (index: number, count: number) => `Slide ${index + 1} of ${count}`
