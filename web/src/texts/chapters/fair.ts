import texts from '$texts/nl.toml?fair';
import { addChapter } from '../texts.svelte';

addChapter(texts);
