import texts from '$texts/nl.toml?chairs';
import { addChapter } from '../texts.svelte';

addChapter(texts);
