import texts from '$texts/nl.toml?settings';
import { addChapter } from '../texts.svelte';

addChapter(texts);
