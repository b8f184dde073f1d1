import { mount } from 'svelte';
import App from './App.svelte';
import { loadSettings } from './store/settings.svelte';
import { setLanguage } from './texts/texts.svelte';
import './styles/tokens.css';
import './styles/base.css';

const settings = loadSettings();
const target = document.getElementById('app');
await setLanguage(settings.now.language);
if (target) mount(App, { target, props: { settings } });
