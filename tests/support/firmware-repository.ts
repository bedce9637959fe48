import { cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { FIRMWARE } from './firmware.js';
import { Timeline } from './timeline.js';

/** A repository with the sources of the firmware, everything committed. */
export function firmwareRepository(folder: string): Timeline {
  const timeline = new Timeline(folder).init();
  mkdirSync(join(timeline.repo, 'src'), { recursive: true });
  cpSync(join(FIRMWARE, 'src'), join(timeline.repo, 'src'), {
    recursive: true,
    preserveTimestamps: true,
  });
  timeline.git('config', 'user.name', 'Ana Ruiz');
  timeline.git('config', 'user.email', 'ana@example.com');
  timeline.commit('Pump firmware');
  return timeline;
}
