// SPDX-License-Identifier: MIT
// CheckUnity ASSETS EXPORT UNPACKED: runs the menu's Import and writes, a line a terrain, where it lies, how high some of its
// vertices are in the scene, and how its weights sum; what stands there is judged by who has started it.
using System;
using System.Globalization;
using System.Reflection;
using UnityEditor;
using UnityEngine;

public static class CheckUnity
{
    public static void Main(string[] args)
    {
        CultureInfo.CurrentCulture = new CultureInfo("de-DE"); // a point is a point in any country
        Application.dataPath = args[0];
        EditorUtility.folder = args[1];
        Application.unpacked = args[2];
        typeof(InterfluveImport).GetMethod("Import", BindingFlags.NonPublic | BindingFlags.Static).Invoke(null, null);
        foreach (GameObject made in GameObject.All)
        {
            if (made.name == "water") Console.WriteLine("water turned " + made.transform.rotation.y + " below " + made.transform.parent.gameObject.name);
            Terrain terrain = made.GetComponent<Terrain>();
            if (terrain == null) continue;
            TerrainData data = terrain.terrainData;
            Vector3 at = made.transform.position, size = data.size;
            int n = data.heightmapResolution;
            Console.Write(string.Format(CultureInfo.InvariantCulture, "{0} {1} {2} {3} {4} {5}", made.name, at.x, at.z, size.x, size.z, n));
            for (int z = 0; z < n; z += n / 8)
                for (int x = 0; x < n; x += n / 8)
                    Console.Write(" " + (at.y + data.heights[z, x] * size.y).ToString("R", CultureInfo.InvariantCulture));
            float worst = 0;
            for (int z = 0; z < data.alphamapResolution; z++)
                for (int x = 0; x < data.alphamapResolution; x++)
                {
                    float sum = 0;
                    for (int k = 0; k < 4; k++) sum += data.weights[z, x, k];
                    worst = Math.Max(worst, Math.Abs(sum - 1));
                }
            Console.WriteLine(" " + worst.ToString("R", CultureInfo.InvariantCulture) + " " + terrain.allowAutoConnect);
        }
        Console.WriteLine(AssetDatabase.Saved ? "saved" : "not saved");
    }
}
