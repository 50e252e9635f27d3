// SPDX-License-Identifier: MIT
// Makes terrains, their splat maps and their water from an export of Interfluve.
//
// Put this file into Assets/Editor and the whole export into a folder below Assets. Then: Tools > Interfluve > Import, and
// choose that folder. water.glb needs a glTF importer (com.unity.cloud.gltfast); without one the terrain is made alone.
using System;
using System.IO;
using UnityEditor;
using UnityEngine;

public static class InterfluveImport
{
#pragma warning disable 0649 // JsonUtility fills them
    [Serializable] class Unity { public float size_x, size_y, size_z, position_y; public int resolution, tiles_x, tiles_z; }
    [Serializable] class Weight { public string channel, name; }
    [Serializable] class Export { public string interfluve, profile; public Unity unity; public Weight[] materials; }
#pragma warning restore 0649

    [MenuItem("Tools/Interfluve/Import")]
    static void Import()
    {
        string folder = EditorUtility.OpenFolderPanel("Export of Interfluve", Application.dataPath, "");
        if (string.IsNullOrEmpty(folder)) return;
        if (!folder.StartsWith(Application.dataPath)) { Debug.LogError("The export must lie below Assets."); return; }
        var export = JsonUtility.FromJson<Export>(File.ReadAllText(Path.Combine(folder, "export.json")));
        if (export.profile != "unity") { Debug.LogError("This export is for " + export.profile + "."); return; }
        string assets = "Assets" + folder.Substring(Application.dataPath.Length);
        var root = new GameObject("Landscape").transform;
        TerrainLayer[] layers = MakeLayers(assets, export.materials);
        bool tiled = export.unity.tiles_x * export.unity.tiles_z > 1;
        for (int y = 0; y < export.unity.tiles_z; y++) // tiles are counted from the north
            for (int x = 0; x < export.unity.tiles_x; x++)
                MakeTerrain(folder, assets, tiled ? "_x" + x + "_y" + y : "", export.unity, x, export.unity.tiles_z - 1 - y, layers, root);
        AssetDatabase.SaveAssets();
        PlaceWater(assets, root);
    }

    // Layers and terrain data are assets: what is not, is gone when the scene is opened again.
    static TerrainLayer[] MakeLayers(string assets, Weight[] materials)
    {
        var layers = new TerrainLayer[materials.Length];
        for (int i = 0; i < layers.Length; i++)
        {
            layers[i] = new TerrainLayer { name = materials[i].name };
            AssetDatabase.CreateAsset(layers[i], AssetDatabase.GenerateUniqueAssetPath(assets + "/" + materials[i].name + ".terrainlayer"));
        }
        return layers;
    }

    static void MakeTerrain(string folder, string assets, string tile, Unity u, int column, int rowFromSouth, TerrainLayer[] layers, Transform root)
    {
        var data = new TerrainData { heightmapResolution = u.resolution };
        data.size = new Vector3(u.size_x, u.size_y, u.size_z);
        AssetDatabase.CreateAsset(data, AssetDatabase.GenerateUniqueAssetPath(assets + "/terrain" + tile + ".asset"));
        data.SetHeights(0, 0, ReadHeights(Path.Combine(folder, "height" + tile + ".raw"), u.resolution));
        Paint(data, Path.Combine(folder, "splat" + tile + ".png"), layers);
        GameObject terrain = Terrain.CreateTerrainGameObject(data);
        terrain.name = "Terrain" + tile;
        terrain.GetComponent<Terrain>().allowAutoConnect = true;
        terrain.transform.parent = root;
        terrain.transform.position = new Vector3(column * u.size_x, u.position_y, rowFromSouth * u.size_z);
    }

    // Rows run from south to north, as heights do: [z, x], 0 to 1. A number is that many 65536ths, as Import Raw has it.
    static float[,] ReadHeights(string file, int resolution)
    {
        byte[] raw = File.ReadAllBytes(file);
        var heights = new float[resolution, resolution];
        for (int z = 0; z < resolution; z++)
            for (int x = 0; x < resolution; x++)
                heights[z, x] = BitConverter.ToUInt16(raw, 2 * (z * resolution + x)) / 65536f;
        return heights;
    }

    static void Paint(TerrainData data, string file, TerrainLayer[] layers)
    {
        if (!File.Exists(file)) return;
        var picture = new Texture2D(2, 2, TextureFormat.RGBA32, false, true);
        picture.LoadImage(File.ReadAllBytes(file));
        Color32[] pixels = picture.GetPixels32(); // from the south, as weights are
        int last = picture.width - 1;
        data.terrainLayers = layers;
        data.alphamapResolution = Mathf.Clamp(Mathf.ClosestPowerOfTwo(last), 16, 4096);
        int size = data.alphamapResolution;
        var weights = new float[size, size, 4];
        for (int z = 0; z < size; z++)
            for (int x = 0; x < size; x++)
            {
                Color32 c = pixels[z * last / (size - 1) * picture.width + x * last / (size - 1)];
                weights[z, x, 0] = c.r / 255f; weights[z, x, 1] = c.g / 255f;
                weights[z, x, 2] = c.b / 255f; weights[z, x, 3] = c.a / 255f;
            }
        data.SetAlphamaps(0, 0, weights);
    }

    static void PlaceWater(string assets, Transform root)
    {
        var model = AssetDatabase.LoadAssetAtPath<GameObject>(assets + "/water.glb");
        if (model == null) { Debug.LogWarning("water.glb was not imported: a glTF importer is missing."); return; }
        var water = (GameObject)PrefabUtility.InstantiatePrefab(model, root);
        var shown = water.GetComponentInChildren<Renderer>();
        // glTF is right-handed: importers turn X or Z round. The land lies where X and Z are positive.
        if (shown != null && shown.bounds.center.x < 0) water.transform.rotation = Quaternion.Euler(0, 180, 0);
    }
}
