/** An answer and the tag under which the service can say that it still holds. */
export interface KeptAnswer {
  readonly etag: string;
  readonly body: string;
}

/** The answers used last, by URL, for conditional requests: a 304 costs no quota. Bounded by the length of their texts. */
export class KeptAnswers {
  readonly #answers = new Map<string, KeptAnswer>();
  readonly #maxLength: number;
  #length = 0;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  get(url: string): KeptAnswer | undefined {
    const answer = this.#answers.get(url);
    if (answer) {
      this.#answers.delete(url);
      this.#answers.set(url, answer);
    }
    return answer;
  }

  set(url: string, answer: KeptAnswer): void {
    this.#drop(url);
    if (answer.body.length > this.#maxLength) return;
    this.#answers.set(url, answer);
    this.#length += answer.body.length;
    for (const oldest of this.#answers.keys()) {
      if (this.#length <= this.#maxLength) return;
      this.#drop(oldest);
    }
  }

  #drop(url: string): void {
    this.#length -= this.#answers.get(url)?.body.length ?? 0;
    this.#answers.delete(url);
  }
}
