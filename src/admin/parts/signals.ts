/** What a scan did, for the ear and the hand. A person at the table doesn't look at the screen for each piece. */
export type Signal = 'good' | 'done' | 'bad'

const TONES: Record<Signal, readonly (readonly [hertz: number, from: number, ms: number])[]> = {
  good: [[1046, 0, 80]],
  done: [
    [880, 0, 90],
    [1318, 100, 160],
  ],
  bad: [
    [196, 0, 220],
    [156, 260, 380],
  ],
}
const VIBRATIONS: Record<Signal, number[]> = { good: [40], done: [40, 60, 40], bad: [220, 90, 220] }

let audio: AudioContext | null = null

/** Plays a signal. Where the device can't, nothing happens: the screen says the same. */
export function playSignal(signal: Signal): void {
  navigator.vibrate?.(VIBRATIONS[signal])
  try {
    audio ??= new AudioContext()
    void audio.resume()
    for (const [hertz, from, ms] of TONES[signal]) playTone(audio, { hertz, from, ms, isLoud: signal === 'bad' })
  } catch {}
}

function playTone(
  context: AudioContext,
  { hertz, from, ms, isLoud }: { hertz: number; from: number; ms: number; isLoud: boolean },
): void {
  const start = context.currentTime + from / 1000
  const oscillator = new OscillatorNode(context, { frequency: hertz, type: isLoud ? 'square' : 'sine' })
  const gain = new GainNode(context, { gain: isLoud ? 0.5 : 0.2 })
  oscillator.connect(gain).connect(context.destination)
  oscillator.start(start)
  oscillator.stop(start + ms / 1000)
}
