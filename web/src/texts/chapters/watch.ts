import texts from '$texts/nl.toml?watch';
import { addChapter } from '../texts.svelte';

addChapter(texts);
