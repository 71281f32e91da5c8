/** Pieces of work that are begun and not finished at one time: what the database and the threads can have in hand. */
const MOST_RUNNING = 64
/** Pieces that wait for their turn. */
const MOST_WAITING = 512
/**
 * A line of so few is no rush, however long they have waited: the machine stood still for a moment, or does other work.
 * They are let in, one after the other; to refuse a lone visitor would help nobody.
 */
const FEW = 64
/** Where the first in a longer line has waited this long, whoever comes now had better come again later. */
const LONGEST_WAIT_MS = 1000
/** Who has waited this long in it gets no more than a refusal: an answer that is still made would come too late for many. */
const TOO_LATE_MS = 1500
/** Pieces that one turn of the event loop begins, if those before them took no longer than this. */
const MOST_BEGUN = 16
const SLICE_MS = 5

/** Lets in as much work as this process can do in good time. */
export interface Admission {
  /** Whether a piece that comes now would have to be refused. */
  isFull(): boolean
  /**
   * Resolves to true when it is this piece's turn, at once where nothing else goes on: then call `leave` once, at its end.
   * Resolves to false where it has waited too long.
   */
  enter(): Promise<boolean>
  leave(): void
  /** How many wait. */
  waiting(): number
}

/**
 * A line in front of the work. Each turn of the event loop begins a few milliseconds of work at the most, however much
 * has come: Node takes in one new connection a turn (libuv 1.45 and later), so long turns leave whoever is new standing
 * outside for minutes, unseen by any measure in here. The line is short, in pieces and in time; to refuse what does not
 * fit into it costs next to nothing.
 */
export function createAdmission(now: () => number = () => performance.now()): Admission {
  const line: { at: number; begin: (isIn: boolean) => void }[] = []
  let running = 0
  let hasBegun = false
  let isScheduled = false

  function begin(): void {
    if (running >= MOST_RUNNING) return
    const moment = now()
    for (let first = line.shift(); first; first = line.shift()) {
      const isIn = line.length < FEW || moment - first.at <= TOO_LATE_MS
      if (isIn) running += 1
      first.begin(isIn)
      if (isIn) return
    }
  }

  /** All of these immediates belong to one turn; between two of them the work begun by the first goes on. */
  function schedule(): void {
    if (isScheduled || line.length === 0 || running >= MOST_RUNNING) return
    isScheduled = true
    const count = Math.min(MOST_BEGUN, line.length)
    let from = 0
    for (let index = 0; index < count; index++)
      setImmediate(() => {
        if (index === 0) from = now()
        if (now() - from <= SLICE_MS) begin()
        if (index < count - 1) return
        isScheduled = false
        schedule()
      })
  }

  return {
    isFull() {
      const [first] = line
      if (first === undefined || line.length <= FEW) return false
      return line.length >= MOST_WAITING || now() - first.at > LONGEST_WAIT_MS
    },
    enter() {
      if (line.length === 0 && !hasBegun && running < MOST_RUNNING) {
        running += 1
        hasBegun = true
        setImmediate(() => {
          hasBegun = false
        })
        return Promise.resolve(true)
      }
      return new Promise((begin) => {
        line.push({ at: now(), begin })
        schedule()
      })
    },
    leave() {
      running -= 1
      schedule()
    },
    waiting: () => line.length,
  }
}
