@NullMarked
package org.gridtorrent.client.web;

import org.jspecify.annotations.NullMarked;
