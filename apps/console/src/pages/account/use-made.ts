import { useState } from 'preact/hooks';
import { type Loaded, useAccount } from '../../data/account.js';
import { usePlace } from '../../shell/parts/use-place.js';

/** A list of the account to which a form adds: the list, and the one that was just made, which is shown once. */
export function useMade<Listed, Made extends Listed>(path: string, first: Made | undefined, opensForm: boolean) {
  const reading: Loaded<readonly Listed[]> = useAccount(path);
  const [made, setMade] = useState<Made | undefined>(first);
  const [isMaking, setMaking] = useState(opensForm);
  const [heading, goToHeading] = usePlace();
  return {
    ...{ reading, made, isMaking, setMaking, heading },
    show(given: Made): void {
      setMade(given);
      setMaking(false);
      reading.reload();
    },
    hide(): void {
      setMade(undefined);
      goToHeading();
    },
    /** Called after a change that removes the form it was made with. */
    changed(): void {
      reading.reload();
      goToHeading();
    },
  };
}
